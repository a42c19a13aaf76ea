/** Four bars in the place of what is on its way. */
export const Waiting = ({ label }: { label: string }) => (
  <div className="skel" role="status" aria-label={label}>
    <i />
    <i />
    <i />
    <i />
  </div>
);
