// What the orders are called in which weights fall silent.
export const kOrders: Readonly<Record<string, string>> = {
  attention: 'most attended first',
  gradient: 'steepest slope first',
  'attention-gradient': 'attention × slope first',
  random: 'at random',
};
