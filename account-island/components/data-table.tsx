interface Props {
  titles: readonly string[];
  /** Of a last column of buttons, for those who do not see them. */
  acts?: string;
}

export const TableHead = ({ titles, acts }: Props) => (
  <thead>
    <tr>
      {titles.map((title) => (
        <th key={title} scope="col">
          {title}
        </th>
      ))}
      {acts && (
        <th scope="col">
          <span className="visually-hidden">{acts}</span>
        </th>
      )}
    </tr>
  </thead>
);
