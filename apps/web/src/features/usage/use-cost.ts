import { useFormat } from '../../ui/format/use-format.ts';

/** Money with two places; what is less than can be seen so is not shown as nothing. */
export function useCost(currency: string): (cost: number) => string {
  const format = useFormat();
  return (cost) =>
    cost > 0 && cost < 0.005 ? `< ${format.money(0.01, currency)}` : format.money(cost, currency);
}
