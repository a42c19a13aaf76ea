import { Component, type ReactNode } from 'react';
import { messages } from '../text/account.ts';
import { PartFailed } from './lazy-part.tsx';
import { Failed } from './loading.tsx';

/** Says what to do when a panel does not arrive, or breaks. */
export class LoadBoundary extends Component<{ children: ReactNode }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const isMissing = error instanceof PartFailed && error.type === 'missing';
    return (
      <div className="panel">
        <Failed
          message={isMissing ? messages.partMissing : messages.partFailed}
          action="Reload"
          onAction={() => location.reload()}
        />
      </div>
    );
  }
}
