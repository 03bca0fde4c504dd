// The node that an arrow key leads to.
import type { Node } from './layout.ts';

const kDirections: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export type Place = Pick<Node, 'stage' | 'index' | 'y'>;

// Left and right lead to the nearest node of the stage beside, up and down to the next one of the same stage. Null for other
// keys, and at the edge.
export function nextNode<N extends Place>(nodes: readonly N[], from: Place, key: string): N | null {
  const direction = kDirections[key];
  if (!direction) return null;
  const [across, down] = direction;
  if (down)
    return nodes.find(({ stage, index }) => stage === from.stage && index === from.index + down) ?? null;
  const beside = nodes.filter(({ stage }) => stage === from.stage + across);
  const far = ({ y }: N) => Math.abs(y - from.y);
  return beside.reduce<N | null>((best, node) => (best && far(best) <= far(node) ? best : node), null);
}
