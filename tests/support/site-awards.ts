/** The awards to whose pages News links, by the names of their addresses. */
export const awardsInNews = [
  'lifetime2025',
  'outstanding2025',
  'young2025',
  'outstanding2023',
  'young2023',
  'outstanding2022',
  'young2022',
];
