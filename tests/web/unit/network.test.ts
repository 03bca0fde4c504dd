// The network's picture of each kind of model: its lines sum as the map's rows do, and nothing lies on anything else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heightAt, lineAt } from '../../../web/src/parts/network/curve.ts';
import { columnsOf, rowsOf } from '../../../web/src/parts/network/fold.ts';
import { nextNode } from '../../../web/src/parts/network/keys.ts';
import { barsIn, kTitles, type Layout, layOut } from '../../../web/src/parts/network/layout.ts';
import { legendOf } from '../../../web/src/parts/network/legend.ts';
import { litOf } from '../../../web/src/parts/network/lit.ts';
import { atSaid, stageSaid, stageTitle } from '../../../web/src/parts/network/said.ts';
import { type Scene, sceneOf } from '../../../web/src/parts/network/scene.ts';
import { givenOf, kBoxes, kKinds } from './network-kinds.ts';

const close = (a: number, b: number, what: string) =>
  assert.ok(Math.abs(a - b) < 1e-4, `${what}: ${a}, ${b}`);

// What comes into each node, folded lines with it.
function into({ lines, rest, size }: Scene['stages'][number]): number[] {
  return Array.from({ length: size }, (_, i) => {
    const mine = lines.filter(({ to }) => to === i);
    return mine.reduce((sum, { weight }) => sum + weight, rest[i]!);
  });
}

function sumsHold(scene: Scene): void {
  const R = scene.rows.length;
  for (const stage of scene.stages) {
    if (stage.kind === 'layer')
      into(stage).forEach((sum, i) => {
        const row = stage.column!.weights!.subarray(i * R, (i + 1) * R);
        const whole = row.reduce((a, b) => a + b, 0);
        close(sum, whole, `row ${i}`);
      });
    if (stage.kind === 'sentence') close(into(stage)[0]!, 1, 'the sentence');
    if (stage.kind === 'answer')
      into(stage).forEach((sum, i) => close(sum, scene.answers[i]!.weight!, `answer ${i}`));
  }
}

function nothingOverlaps(scene: Scene, { nodes, lines, box, gap, pitch }: Layout): void {
  for (const column of nodes)
    for (const [i, { x, y, height }] of column.entries()) {
      assert.ok(
        x > 0 && x < box.width && y - height / 2 >= kTitles - 1 && y + height / 2 <= box.height,
        `${x} ${y}`,
      );
      const above = column[i - 1];
      if (above) assert.ok(y - height / 2 >= above.y + above.height / 2, `nodes ${i - 1} and ${i}`);
    }
  assert.ok(gap >= 28, `${gap} pixels between stages`);
  assert.ok(pitch >= 17, `${pitch} pixels between rows`);
  assert.ok(nodes[0]![0]!.x >= box.words + barsIn(box), 'words and what they add have their room');
  // Those into a node lie side by side on its bar.
  for (const [stage, { kind, size }] of scene.stages.entries())
    for (let i = 0; i < size; i++) {
      const node = nodes[stage]![i]!;
      let edge = node.y - node.height / 2 - 1e-6;
      for (const line of lines.filter((one) => one.stage === stage && one.to === i)) {
        assert.ok(line.y1 - line.width / 2 >= edge - 1e-6, `${kind} ${i}: lines lie on each other`);
        edge = line.y1 + line.width / 2;
      }
      assert.ok(edge <= node.y + Math.max(node.height, 2) / 2 + 1e-3, `${kind} ${i}: ${edge} beyond its bar`);
    }
}

for (const [name, kind] of Object.entries(kKinds))
  for (const tokens of [1, 16, 60])
    test(`${name}, ${tokens} tokens: lines sum as rows do, nothing overlaps`, () => {
      for (const box of kBoxes) {
        const scene = sceneOf(givenOf(kind, tokens, box));
        sumsHold(scene);
        nothingOverlaps(scene, layOut(scene, box));
        const told = scene.rows.reduce((sum, { members }) => sum + members.length, 0);
        assert.equal(told, tokens, 'every token is in a row');
        const layers = scene.columns.flatMap(({ maps }) => maps);
        assert.deepEqual(
          layers,
          Array.from({ length: kind.layers }, (_, i) => i),
          'every layer is in a column',
        );
        const words = scene.stages.flatMap((_, i) => [stageSaid(scene, i), stageTitle(scene, i, true)]);
        for (const said of [stageSaid(scene, -1), ...words, ...legendOf(scene)])
          assert.doesNotMatch(said, /undefined|NaN|null/);
      }
    });

const wide = kBoxes[2]!;
const scene = sceneOf(givenOf(kKinds['4 layers of 4 heads, [CLS]']!, 16, wide));

test('the answer is made of one state of the last layer, and its other rows are marked', () => {
  const layers = scene.stages.filter(({ kind }) => kind === 'layer');
  assert.deepEqual(layers.at(-1)!.read.map(Number), [1, ...Array<number>(15).fill(0)]);
  assert.ok(layers[0]!.read.every(Boolean));
  assert.ok(legendOf(scene).some((line) => line.startsWith('Grey')));
});

test('a hidden token that stands for the sentence leaves a rest, and is said', () => {
  const given = givenOf(kKinds['4 layers of 4 heads, [CLS]']!, 5, wide);
  const hidden = sceneOf({ ...given, tokens: { all: 7, first: false, last: false } });
  const at = hidden.stages.findIndex(({ kind }) => kind === 'sentence');
  assert.deepEqual([hidden.stages[at]!.lines.length, hidden.stages[at]!.rest], [0, [1]]);
  assert.match(stageSaid(hidden, at), /hidden/);
});

test('lines below a stated weight are folded, and counted', () => {
  const { stages, least } = scene;
  assert.ok(least >= 0.03);
  for (const { kind, lines, folded } of stages) {
    if (kind !== 'layer') continue;
    assert.equal(lines.length + folded, 256);
    assert.ok(lines.length <= 180 && lines.every(({ weight }) => weight >= least));
  }
  const all = stages.reduce((sum, { kind, folded }) => sum + (kind === 'layer' ? folded : 0), 0);
  assert.ok(
    legendOf(scene).some((line) => line.startsWith(`Lines under ${least.toFixed(3)} are left out (${all})`)),
  );
});

test('a word lights its own path, a line one path from its word to the answer', () => {
  const word = litOf(scene, { kind: 'node', stage: 0, index: 3 })!;
  for (const [stage, { lines, kind }] of scene.stages.entries())
    for (const line of lines)
      if (kind === 'layer') assert.equal(word.line(stage, line), line.from === 3 || line.to === 3);
  const { from, to } = scene.stages[2]!.lines.find((one) => one.from !== one.to && one.to === 0)!;
  const line = litOf(scene, { kind: 'line', stage: 2, from, to })!;
  const lines = scene.stages.flatMap((stage, i) =>
    stage.lines.filter((one) => line.line(i, one)).map(() => i),
  );
  assert.deepEqual(lines, [2, 5, 6], 'the line, into the sentence, into the predicted class');
  assert.ok(line.carried(1, from) && !line.carried(1, to) && line.carried(3, to) && line.carried(4, to));
  assert.equal(litOf(scene, null), null);
});

test('a line that is pointed at is found where it is drawn, with its number', () => {
  const layout = layOut(scene, wide);
  const line = layout.lines.reduce((a, b) => (b.stage === 4 && b.weight > a.weight ? b : a));
  const x = line.x0 + 0.7 * (line.x1 - line.x0);
  assert.equal(lineAt(layout.lines, x, heightAt(line, x)), line);
  close(heightAt(line, line.x0), line.y0, 'where it leaves');
  close(heightAt(line, line.x1), line.y1, 'where it arrives');
  assert.equal(lineAt(layout.lines, 3, 3), null);
  const said = atSaid(scene, { kind: 'line', stage: line.stage, from: line.from, to: line.to });
  assert.match(said, new RegExp(`w${line.to} in layer 3 takes ${line.weight.toFixed(3)} from w${line.from}`));
});

test('arrow keys walk along a row and down a stage', () => {
  const nodes = layOut(scene, wide).nodes;
  const all = nodes.flat();
  const go = (from: readonly [number, number], key: string) => {
    const found = nextNode(all, nodes[from[0]]![from[1]]!, key);
    return found && [found.stage, found.index];
  };
  assert.deepEqual(go([0, 2], 'ArrowRight'), [1, 2]);
  assert.deepEqual(go([1, 2], 'ArrowDown'), [1, 3]);
  assert.deepEqual(go([1, 2], 'ArrowLeft'), [0, 2]);
  assert.equal(go([4, 9], 'ArrowRight')![0], 5);
  assert.deepEqual([go([0, 0], 'ArrowUp'), go([0, 0], 'ArrowLeft'), go([0, 0], 'a')], [null, null, null]);
});

test('folded rows and layers keep what matters and what is open', () => {
  const rows = rowsOf(60, 21, (i) => (i % 9 === 0 ? 1 : 0));
  assert.ok(rows.length <= 21);
  for (const i of [0, 9, 18, 54])
    assert.ok(
      rows.some((row) => row.length === 1 && row[0] === i),
      `${i}`,
    );
  assert.deepEqual(
    rowsOf(3, 21, () => 0),
    [[0], [1], [2]],
  );
  for (let open = 0; open < 12; open++) {
    const groups = columnsOf(12, 5, open);
    assert.ok(groups.length <= 5 && groups.some((one) => one.length === 1 && one[0] === open));
    assert.deepEqual(
      groups.flat(),
      Array.from({ length: 12 }, (_, i) => i),
    );
  }
  assert.deepEqual(columnsOf(4, 5, 3), [[0], [1], [2], [3]]);
});
