import type { ReactNode } from 'react';

interface Props {
  className: string;
  /** Names and values; an empty value is left out. */
  items: readonly (readonly [name: string, value: ReactNode])[];
}

/** Names and values, side by side or stacked, depending on the class. */
export function DescriptionList({ className, items }: Props) {
  const shown = items.filter(([, value]) => value);
  if (shown.length === 0) return null;
  return (
    <dl className={className}>
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
