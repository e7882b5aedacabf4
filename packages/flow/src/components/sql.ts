import { id, type Json } from '@lectern/contract';
import { z } from 'zod';
import { defineFlowComponent, reference } from '../component.ts';
import { asText } from '../graph/references.ts';
import { sqlOptionTexts, sqlOutputTexts, sqlTexts } from './sql.texts.ts';
import { foundPorts, rowsOutputs, toRows, writeTable } from './table-rows.ts';

export const sql = defineFlowComponent({
  id: 'sql',
  category: 'tools',
  icon: 'M4 6c0-4 16-4 16 0v12c0 4-16 4-16 0zM4 6c0 4 16 4 16 0M4 12c0 4 16 4 16 0',
  texts: sqlTexts,
  example: {
    credentialId: '018f2f6a-0000-7000-8000-000000000001',
    sql: 'select name, price from products where name ilike $1',
    parameters: [{ id: '1', value: '{{keyword_1.text}}' }],
  },
  options: z.object({
    credentialId: id,
    sql: z.string().trim().min(1).max(20_000),
    parameters: z
      .array(z.object({ id: z.string().min(1).max(64), value: reference() }))
      .max(50)
      .default([]),
    maxRows: z.number().int().min(1).max(1_000).default(30),
    timeoutSeconds: z.number().int().min(1).max(60).default(10),
  }),
  layout: {
    credentialId: { widget: 'credential', texts: sqlOptionTexts.credentialId },
    // References would write what a person says into the statement.
    sql: { widget: 'code', texts: sqlOptionTexts.sql },
    parameters: {
      widget: 'rows',
      texts: sqlOptionTexts.parameters,
      fields: { value: { widget: 'reference', texts: sqlOptionTexts.value } },
    },
    maxRows: { widget: 'number', texts: sqlOptionTexts.maxRows },
    timeoutSeconds: { widget: 'number', advanced: true, texts: sqlOptionTexts.timeoutSeconds },
  },
  ports: foundPorts,
  outputs: [...rowsOutputs, { name: 'truncated', type: 'boolean', texts: sqlOutputTexts.truncated }],
  effect: 'read',
  run: async ({ options, services, signal }) => {
    const { credentialId, parameters, maxRows, timeoutSeconds } = options;
    const answer = await services.querySql({
      credentialId,
      sql: options.sql,
      parameters: parameters.map(({ value }) => writeParameter(value)),
      maxRows,
      timeoutSeconds,
      signal,
    });
    const outputs = {
      text: writeTable(answer.columns, answer.rows),
      rows: toRows(answer.columns, answer.rows),
      count: answer.rows.length,
      truncated: answer.truncated,
    };
    return { outputs, port: answer.rows.length === 0 ? 'nothing' : 'out' };
  },
});

/** As PostgreSQL reads values; what is missing is null. */
function writeParameter(value: Json): string | null {
  if (value === null || value === '') return null;
  return typeof value === 'object' ? JSON.stringify(value) : asText(value);
}
