import type { MouseEvent, ReactNode } from 'react';
import { addressOf, type FormName, showForm, useSearch } from './form-choice.ts';

interface Props {
  form: FormName;
  className?: string;
  children: ReactNode;
}

/** A real link to another form, followed without leaving the page. */
export function FormLink({ form, className, children }: Props) {
  const search = useSearch();
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    showForm(form, 'push');
  };
  return (
    <a className={className} href={addressOf(form, search)} onClick={onClick}>
      {children}
    </a>
  );
}
