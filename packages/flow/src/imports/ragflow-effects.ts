import type { Reader } from './assemble.ts';
import { readText } from './ragflow-values.ts';
import { readStatement } from './statement.ts';
import { asNumber, asWords } from './values.ts';

/** Before 0.20 it read recipient, subject and text from JSON that the part before it wrote. */
export const email: Reader = {
  component: 'email',
  outputs: { '*': 'recipients' },
  read: (part, context) => {
    const { data } = part;
    const [to, cc, subject] = [data.to_email, data.cc_email, data.subject].map((value) =>
      readText(value, part, context).trim(),
    );
    const isOld = data.to_email === undefined && data.content === undefined;
    return {
      options: {
        to: [to, cc].filter(Boolean).join(', '),
        subject,
        text: readText(isOld ? '{input}' : data.content, part, context),
      },
      remarks: ['mail', isOld && 'expression'],
    };
  },
};

export const exeSql: Reader = {
  component: 'sql',
  outputs: { json: 'rows', '*': 'text' },
  read: (part, context) => {
    const { data } = part;
    // Before 0.20 it ran what the part before it wrote.
    const text = readText(data.sql ?? '{input}', part, context);
    const { sql, parameters, remarks } = readStatement(text);
    const most = asNumber(data.max_records ?? data.top_n);
    return {
      options: { sql, parameters, maxRows: most === undefined ? undefined : Math.min(1_000, most) },
      remarks: [...remarks, asWords(data.db_type).startsWith('postgres') === false && 'dialect'],
    };
  },
};
