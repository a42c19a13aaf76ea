import { Button } from './button.tsx';
import { EmptyState } from './query-state.tsx';

interface Props {
  children: string;
  onClear: () => void;
}

/** Shown where the filters of a list leave nothing: the way back to the whole list. */
export const NoMatches = ({ children, onClear }: Props) => (
  <div role="status">
    <EmptyState>{children}</EmptyState>
    <p className="no-matches">
      <Button kind="outline" onClick={onClear}>
        Clear filters
      </Button>
    </p>
  </div>
);
