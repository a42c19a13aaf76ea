interface Props {
  /** Of an infinite query. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  label: string;
}

/** The way to the next page of a list, as long as there is one. */
export const Pager = ({ query, label }: Props) =>
  query.hasNextPage && (
    <p>
      <button
        className="btn btn--line"
        type="button"
        aria-busy={query.isFetchingNextPage || undefined}
        onClick={() => query.isFetchingNextPage || query.fetchNextPage()}
      >
        {label}
      </button>
    </p>
  );
