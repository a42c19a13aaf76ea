import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import type { NoticeMessage } from '../text/errors.ts';

interface Props {
  tone?: 'success' | 'warning' | 'danger' | undefined;
  /** `alert` for a notice that appears while the page is in use. */
  role?: 'alert' | 'status';
  ref?: Ref<HTMLParagraphElement>;
  children: ReactNode;
}

export const Notice = ({ tone, role, ref, children }: Props) => (
  <p
    ref={ref}
    tabIndex={ref ? -1 : undefined}
    className={tone ? `form__wide notice notice--${tone}` : 'form__wide notice'}
    role={role}
  >
    <span>{children}</span>
  </p>
);

interface ResultProps {
  notice: NoticeMessage | undefined;
  takesFocus?: boolean;
  /** A link behind the text. */
  children?: ReactNode;
}

/** The result of an action in small, beside its button. Its element is always there, so that a new result is announced. */
export const SmallNotice = ({ notice }: Pick<ResultProps, 'notice'>) => (
  <p className={notice?.tone === 'danger' ? 'field-error' : 'hint'} role="status">
    {notice?.text}
  </p>
);

/**
 * The result of a person's action. When it appears, it scrolls into view. It takes the focus if the pressed button is
 * removed, at once or when the page has read its data again; with `takesFocus`, also if the button stays.
 */
export function ResultNotice({ notice, takesFocus = false, children }: ResultProps) {
  const ref = useRef<HTMLParagraphElement>(null);
  /** Until the next key or click. */
  const isUnanswered = useRef(false);
  const text = notice?.text;
  useEffect(() => {
    if (text === undefined) return undefined;
    ref.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    if (takesFocus) ref.current?.focus();
    isUnanswered.current = true;
    const press = () => {
      isUnanswered.current = false;
    };
    for (const event of ['keydown', 'pointerdown']) document.addEventListener(event, press);
    return () => {
      for (const event of ['keydown', 'pointerdown']) document.removeEventListener(event, press);
    };
  }, [text, takesFocus]);
  useEffect(() => {
    if (isUnanswered.current && document.activeElement === document.body) ref.current?.focus();
  });
  return (
    notice && (
      <Notice ref={ref} tone={notice.tone} role="alert">
        {notice.text}
        {children && <> {children}</>}
      </Notice>
    )
  );
}
