/** Texts of what was computed over the columns of a table. */
export const tables = {
  label: 'Calculated from the table {{table}}',
  result: 'Result',
  noRows: 'No matching rows.',
  truncated: 'Only the first {{shown}} rows are shown.',
  how: 'How this was calculated',
  copy: 'Copy as CSV',
  copied: 'Copied',
  matched_one: '{{shown}} row of the table matches.',
  matched_other: '{{shown}} rows of the table match.',
  byRules: 'The query was derived from the words of the question.',
  byModel: 'The query was written by the language model and checked against the columns.',
  rows: 'Source rows',
  firstRows: 'First source rows',
};
