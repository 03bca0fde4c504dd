// Walking the grid by keyboard, as the ARIA grid pattern has it.
import type { Cell } from './heatmap-cells.ts';

export interface Walk {
  readonly rows: number;
  readonly columns: number;
  // Rows in view: how far a page goes.
  readonly page: number;
}

type Step = (cell: Cell, walk: Walk) => Cell;

const steps: Readonly<Record<string, Step>> = {
  ArrowLeft: ({ query, key }) => ({ query, key: key - 1 }),
  ArrowRight: ({ query, key }) => ({ query, key: key + 1 }),
  ArrowUp: ({ query, key }) => ({ query: query - 1, key }),
  ArrowDown: ({ query, key }) => ({ query: query + 1, key }),
  PageUp: ({ query, key }, { page }) => ({ query: query - page, key }),
  PageDown: ({ query, key }, { page }) => ({ query: query + page, key }),
  Home: ({ query }) => ({ query, key: 0 }),
  End: ({ query }, { columns }) => ({ query, key: columns - 1 }),
};

const withControl: Readonly<Record<string, Step>> = {
  ArrowLeft: ({ query }) => ({ query, key: 0 }),
  ArrowRight: ({ query }, { columns }) => ({ query, key: columns - 1 }),
  ArrowUp: ({ key }) => ({ query: 0, key }),
  ArrowDown: ({ key }, { rows }) => ({ query: rows - 1, key }),
  Home: () => ({ query: 0, key: 0 }),
  End: (_, { rows, columns }) => ({ query: rows - 1, key: columns - 1 }),
};

// Where the key leads, or null when it is not one of the grid's.
export function walk(event: KeyboardEvent, from: Cell, size: Walk): Cell | null {
  if (event.altKey || event.shiftKey) return null;
  const step = (event.ctrlKey || event.metaKey ? withControl : steps)[event.key];
  if (!step) return null;
  const { query, key } = step(from, size);
  const within = (value: number, count: number) => Math.min(Math.max(value, 0), count - 1);
  return { query: within(query, size.rows), key: within(key, size.columns) };
}
