import { AppError, type csvProblems, evaluationLimits } from '@lectern/contract';
import { readCsvRows } from '@lectern/parsing';
import { stringify } from 'csv-stringify/sync';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { FileAnswer } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { documents } from '../documents/document.table.ts';
import { evaluationQuestions, type StoredExpectation } from './evaluation.table.ts';
import { type Expectations, mergeQuestion, readNames } from './evaluation-question.service.ts';
import { loadSet } from './evaluation-set.service.ts';

/** Spreadsheets take text without it for the encoding of their country. */
const byteOrderMark = '\uFEFF';
const columns = ['question', 'document', 'page', 'text', 'facts', 'refusal'] as const;
/** Between the facts of a question. */
const factSeparator = ' | ';
const refuses = /^(?:yes|true|1|x|oui|是)$/i;
type Column = (typeof columns)[number];
type Problem = { line: number; problem: (typeof csvProblems)[number]; value: string };
type CsvRow = { line: number } & Record<Column, string>;

/** What an export puts before a cell that a spreadsheet would take for a formula. */
const harmless = /^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/;
const mostProblems = 100;
const longestQuestion = 4_000;

/** Adds the questions of a table with a row per expectation. Invalid rows are reported; the others are added. */
export function importQuestions({ database }: Platform, actor: Actor, setId: string, csv: string) {
  return database.withActor(actor, async (tx) => {
    const set = await loadSet(tx, actor, 'update', setId);
    const named = await tx
      .select({ id: documents.id, name: documents.name })
      .from(documents)
      .where(and(eq(documents.knowledgeBaseId, set.knowledgeBaseId), isNull(documents.deletedAt)));
    const byName = Map.groupBy(named, ({ name }) => name.toLowerCase());
    const problems: Problem[] = [];
    const byQuestion = new Map<string, { line: number } & Expectations>();
    for (const row of readRows(csv)) {
      const answer = readAnswer(row);
      const expectsAnswer = answer.facts.length > 0 || answer.refusal;
      // A question of which only its answer is known names no document.
      const read =
        expectsAnswer && row.question !== '' && row.document === ''
          ? undefined
          : readExpectation(row, byName);
      if (read && 'problem' in read) {
        problems.push(read);
        continue;
      }
      const entry = byQuestion.get(row.question) ?? {
        line: row.line,
        expected: [],
        facts: [],
        refusal: false,
      };
      if (read) entry.expected.push(read);
      entry.facts.push(...answer.facts);
      entry.refusal ||= answer.refusal;
      byQuestion.set(row.question, entry);
    }
    const counts = { added: 0, extended: 0, none: 0 };
    for (const [question, { line, ...wanted }] of byQuestion) {
      try {
        counts[(await mergeQuestion(tx, actor, set, question, wanted)).change]++;
      } catch (error) {
        // Thrown before anything of this question is written: the others stay.
        if (!(error instanceof AppError)) throw error;
        problems.push({ line, problem: 'too_many', value: question.slice(0, 100) });
      }
    }
    problems.sort((a, b) => a.line - b.line);
    const { added, extended } = counts;
    return { added, extended, problems: problems.slice(0, mostProblems), problemCount: problems.length };
  });
}

/** The table in the form that can be imported, here or into another knowledge base with documents of the same names. */
export function exportQuestions({ database }: Platform, actor: Actor, setId: string): Promise<FileAnswer> {
  return database.withActor(actor, async (tx) => {
    const set = await loadSet(tx, actor, 'read', setId);
    const rows = await tx
      .select()
      .from(evaluationQuestions)
      .where(eq(evaluationQuestions.setId, set.id))
      .orderBy(asc(evaluationQuestions.createdAt), asc(evaluationQuestions.id));
    const names = await readNames(
      tx,
      set,
      rows.flatMap(({ expected }) => expected.map(({ documentId }) => documentId)),
    );
    const lines = rows.flatMap(({ question, expected, facts, refusal }) => {
      const answer = [facts.join(factSeparator), refusal ? 'yes' : ''];
      if (expected.length === 0) return [[question, '', '', '', ...answer]];
      return expected.map(({ documentId, documentName, page, text }, place) => [
        question,
        names.get(documentId) ?? documentName,
        page,
        text,
        // Once for each question.
        ...(place === 0 ? answer : ['', '']),
      ]);
    });
    const text = stringify([[...columns], ...lines], {
      record_delimiter: 'windows',
      quote_record_delimiter: true,
      escape_formulas: true,
    });
    const bytes = Buffer.from(byteOrderMark + text);
    const name = `${set.name.replace(/[\\/:*?"<>|]/g, '-')}.csv`;
    return { stream: bytes, sizeBytes: bytes.length, mediaType: 'text/csv; charset=utf-8', name };
  });
}

function readRows(csv: string): CsvRow[] {
  const rows = readCsvRows(csv);
  if (!rows) throw new AppError('evaluation.csv_unreadable');
  const [head, ...rest] = rows;
  const names = head?.cells.map((name) => name.toLowerCase()) ?? [];
  const missing = (['question', 'document'] as const).filter((column) => !names.includes(column));
  if (missing.length > 0)
    throw new AppError('evaluation.csv_columns_missing', { columns: missing.join(', ') });
  return rest.map(({ line, cells }) => {
    const cell = (column: Column) => (cells[names.indexOf(column)] ?? '').replace(harmless, '');
    return {
      line,
      question: cell('question'),
      document: cell('document'),
      page: cell('page'),
      text: cell('text'),
      facts: cell('facts'),
      refusal: cell('refusal'),
    };
  });
}

function readAnswer({ facts, refusal }: CsvRow): Pick<Expectations, 'facts' | 'refusal'> {
  const list = facts
    .split('|')
    .map((fact) => fact.trim().slice(0, evaluationLimits.maxPassageLength))
    .filter((fact) => fact !== '');
  return { facts: list, refusal: refuses.test(refusal) };
}

function readExpectation(
  { line, question, document, page, text }: CsvRow,
  byName: Map<string, { id: string; name: string }[]>,
): StoredExpectation | Problem {
  const problem = (kind: Problem['problem'], value: string): Problem => ({
    line,
    problem: kind,
    value: value.slice(0, 100),
  });
  if (question === '') return problem('no_question', document);
  if (question.length > longestQuestion) return problem('too_long', question);
  if (document === '') return problem('no_document', question);
  if (text.length > evaluationLimits.maxPassageLength) return problem('too_long', text);
  const found = byName.get(document.toLowerCase()) ?? [];
  const exact = found.filter(({ name }) => name === document);
  const [only, second] = exact.length > 0 ? exact : found;
  if (!only) return problem('document_unknown', document);
  if (second) return problem('document_ambiguous', document);
  const number = page === '' ? null : Number(page);
  if (number !== null && !(Number.isInteger(number) && number >= 1 && number <= 100_000))
    return problem('page_invalid', page);
  return { documentId: only.id, documentName: only.name, page: number, text: text === '' ? null : text };
}
