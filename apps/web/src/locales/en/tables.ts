/** Texts of what was computed over the columns of a table. */
export const tables = {
  label: 'Computed from the table {{table}}',
  result: 'Result',
  noRows: 'No row matches.',
  truncated: 'Only the first {{shown}} rows are shown.',
  how: 'How this was computed',
  copy: 'Copy as CSV',
  copied: 'Copied',
  matched_one: '{{shown}} row of the table matches.',
  matched_other: '{{shown}} rows of the table match.',
  byRules: 'The query was read from the words of the question.',
  byModel: 'The query was written by the language model and checked against the columns.',
  rows: 'Rows behind it',
  firstRows: 'First rows behind it',
};
