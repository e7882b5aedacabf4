import type { ReactNode } from 'react';

/** A name with its value, inside a list of definitions. */
export function Fact({ name, value }: { name: ReactNode; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
