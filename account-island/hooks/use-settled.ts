import { useEffect, useState } from 'react';

/** The value as soon as it has stayed the same for so long: what is typed is looked up once, not letter by letter. */
export function useSettled<Value>(value: Value, milliseconds: number): Value {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
