import { Component, type ReactNode } from 'react';
import { messages } from '../text/messages.ts';
import { Failed } from '../ui/failed.tsx';
import { Frame } from './frame.tsx';

/** Says what to do when a part of the program does not arrive. */
export class LoadBoundary extends Component<{ children: ReactNode }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Frame>
        <div className="panel">
          <Failed message={messages.partMissing} action="Reload" onAction={() => location.reload()} />
        </div>
      </Frame>
    );
  }
}
