import { Notice } from './notice.tsx';

/** Four bars in the place of what is on its way. */
export const Loading = ({ label }: { label: string }) => (
  <div className="skeleton" role="status" aria-label={label}>
    <i />
    <i />
    <i />
    <i />
  </div>
);

interface Props {
  message: string;
  action: string;
  busy?: boolean;
  onAction: () => void;
}

/** In the place of what could not be had, with the way to try for it again. */
export const LoadError = ({ message, action, busy = false, onAction }: Props) => (
  <>
    <Notice tone="err" role="alert">
      {message}
    </Notice>
    <p>
      <button className="btn btn--outline" type="button" aria-busy={busy || undefined} onClick={onAction}>
        {action}
      </button>
    </p>
  </>
);
