import assert from 'node:assert/strict';
import { test } from 'node:test';
import { luminance, oklch } from '../../../web/src/colour/oklch.ts';
import { rampFor } from '../../../web/src/colour/ramp.ts';

const levels = Array.from({ length: 256 }, (_, i) => i / 255);

function contrast(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

for (const dark of [false, true]) {
  const ramp = rampFor(dark);
  const luminances = levels.map((level) => {
    const [r, g, b] = ramp.at(level).rgb;
    return luminance([r / 255, g / 255, b / 255]);
  });

  test(`the ${dark ? 'dark' : 'light'} ramp only gets ${dark ? 'lighter' : 'darker'}`, () => {
    for (let i = 1; i < luminances.length; i++) {
      const step = luminances[i]! - luminances[i - 1]!;
      assert.ok(dark ? step >= -1e-3 : step <= 1e-3, `step ${i}: ${step}`);
    }
    assert.ok(contrast(luminances[0]!, luminances[255]!) > 8);
  });

  test(`text on the ${dark ? 'dark' : 'light'} ramp contrasts by 4.5 everywhere`, () => {
    levels.forEach((level, i) => {
      const text = ramp.at(level).text === '#fff' ? 1 : 0;
      assert.ok(contrast(luminances[i]!, text) >= 4.5, `level ${level}`);
    });
  });
}

test('a level outside 0 to 1 is drawn as the nearest end', () => {
  const ramp = rampFor(false);
  assert.equal(ramp.at(-1), ramp.at(0));
  assert.equal(ramp.at(7), ramp.at(1));
});

test('oklch agrees with published sRGB values', () => {
  const red = oklch(0.62796, 0.25768, 29.234).map((c) => Math.round(c * 255));
  assert.deepEqual(red, [255, 0, 0]);
  assert.deepEqual(
    oklch(1, 0, 0).map((c) => Math.round(c * 255)),
    [255, 255, 255],
  );
});
