import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { messages } from '../text/account.ts';
import { Button, SubmitButton } from './button.tsx';
import { ResultNotice } from './notice.tsx';
import type { useForm } from './use-form.ts';
import { DOUBLE_CLICK_MS, useIgnoreSecondPress } from './use-second-press.ts';

interface DialogProps {
  title: string;
  text: ReactNode;
  /**
   * Called by Escape, and by a click outside if that may close the dialog. Without it, only the dialog's own buttons
   * close it.
   */
  onCancel?: () => void;
  closedBy?: 'any' | 'closerequest';
  /** During a request whose result must be seen, nothing closes the dialog. */
  busy?: boolean;
  /** For more content than a question. */
  wide?: boolean;
  children: ReactNode;
}

/** A native dialog, open while it is rendered; the browser keeps the focus inside and restores it. */
export function Dialog({
  title,
  text,
  onCancel,
  closedBy = 'any',
  busy = false,
  wide = false,
  children,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const isClosable = onCancel !== undefined && !busy;
  const [canClickOutside, setCanClickOutside] = useState(false);
  const ignoreSecondPress = useIgnoreSecondPress();

  // The second click of a double click on the button that opened the dialog falls outside of it.
  useEffect(() => {
    const timer = setTimeout(() => setCanClickOutside(true), DOUBLE_CLICK_MS);
    return () => clearTimeout(timer);
  }, []);

  // Closed while it is still in the page, because only then does the focus return.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);

  return (
    <dialog
      ref={ref}
      className={wide ? 'dialog--wide' : undefined}
      // `preventDefault` alone is not enough: Chromium closes a dialog at a further Escape without a `cancel` event.
      closedby={isClosable ? (canClickOutside ? closedBy : 'closerequest') : 'none'}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      {...ignoreSecondPress}
      onCancel={(event) => {
        event.preventDefault();
        if (isClosable) onCancel();
      }}
    >
      <h2 id={`${id}title`}>{title}</h2>
      <p id={`${id}text`}>{text}</p>
      {children}
    </dialog>
  );
}

interface DialogActionsProps {
  /** The label of the button that changes nothing. */
  back?: string;
  busy?: boolean;
  onBack: () => void;
  /** The button that confirms. */
  children: ReactNode;
}

/** The two buttons of a dialog. */
export const DialogActions = ({ back = 'Cancel', busy, onBack, children }: DialogActionsProps) => (
  <div className="form__actions">
    <Button kind="outline" disabled={busy} onClick={onBack}>
      {back}
    </Button>
    {children}
  </div>
);

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'text'> {
  form: Pick<ReturnType<typeof useForm>, 'ref' | 'form' | 'notice' | 'button' | 'busy'>;
  /** The label of the button that submits the form. */
  label: string;
  busyLabel: string;
  /** The label of the second button. */
  back?: string;
  /** For many fields, in two columns. What was typed into so many is not discarded without a question. */
  wide?: boolean;
  /** Called with the form as it is filled in. */
  onInput?: ((form: HTMLFormElement) => void) | undefined;
  onCancel: () => void;
  /** The fields. */
  children: ReactNode;
}

/** A dialog with one form. A click outside does not lose what was typed. */
export function FormDialog({
  form,
  label,
  busyLabel,
  back,
  wide = false,
  onInput,
  onCancel,
  children,
  ...dialog
}: FormDialogProps) {
  const initial = useRef('');
  useEffect(() => {
    initial.current = contentOf(form.ref.current);
  }, [form.ref]);
  const [isLeaving, setIsLeaving] = useState(false);
  const cancel = () => {
    if (wide && contentOf(form.ref.current) !== initial.current) setIsLeaving(true);
    else onCancel();
  };
  return (
    <>
      <Dialog {...dialog} closedBy="closerequest" busy={form.busy} wide={wide} onCancel={cancel}>
        <form
          className={wide ? 'form form--two-columns' : 'form'}
          {...form.form}
          onInput={(event) => {
            form.form.onInput(event);
            onInput?.(event.currentTarget);
          }}
        >
          {children}
          <ResultNotice notice={form.notice} />
          <DialogActions {...(back && { back })} busy={form.busy} onBack={cancel}>
            <SubmitButton label={label} busyLabel={busyLabel} {...form.button} />
          </DialogActions>
        </form>
      </Dialog>
      {isLeaving && (
        <ConfirmDialog
          title={messages.discardUnsavedTitle}
          text={messages.discardUnsavedText}
          label="Discard"
          onConfirm={onCancel}
          onCancel={() => setIsLeaving(false)}
        />
      )}
    </>
  );
}

const contentOf = (form: HTMLFormElement | null): string =>
  form ? JSON.stringify([...new FormData(form)]) : '';

interface ConfirmDialogProps extends Pick<DialogProps, 'title' | 'text'> {
  /** The label of the button that confirms. */
  label: string;
  /** While what was confirmed is being done, which Cancel can no longer stop. */
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** `showModal` looks for the attribute; React's own `autoFocus` comes too early for it. */
const focusFirst = (button: HTMLElement | null) => button?.setAttribute('autofocus', '');

/** Asks once more before something that cannot be undone; Cancel has the focus. */
export const ConfirmDialog = ({
  label,
  busy = false,
  onConfirm,
  onCancel,
  ...dialog
}: ConfirmDialogProps) => (
  <Dialog {...dialog} busy={busy} onCancel={onCancel}>
    <div className="form__actions">
      <Button ref={focusFirst} kind="outline" disabled={busy} onClick={onCancel}>
        Cancel
      </Button>
      <Button isBusy={busy} onClick={onConfirm}>
        {label}
      </Button>
    </div>
  </Dialog>
);
