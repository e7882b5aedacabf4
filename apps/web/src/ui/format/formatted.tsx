import { useFormat } from './use-format.ts';

/** A moment: its date (or “3 minutes ago”), with date and time in the tooltip. */
export function FormattedDate({
  at,
  style = 'date',
}: {
  at: string;
  style?: 'date' | 'dateTime' | 'relative';
}) {
  const format = useFormat();
  return (
    // A date is read as one word, also in Chinese, where any sign may end a line.
    <time dateTime={at} title={format.dateTime(at)} className="nowrap">
      {format[style](at)}
    </time>
  );
}

export function FormattedNumber({ value, decimals }: { value: number; decimals?: number }) {
  return <span className="numeric">{useFormat().number(value, decimals)}</span>;
}

export function FormattedBytes({ bytes }: { bytes: number }) {
  return <span className="numeric">{useFormat().bytes(bytes)}</span>;
}
