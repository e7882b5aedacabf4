import type { ChunkCandidate, ChunkFilter, IndexedChunk } from '@lectern/retrieval';
import {
  Binary,
  Field,
  FixedSizeList,
  Float32,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { decodeRecord, encodeRecord } from './lancedb-record.ts';

/** `generation` marks the write a row came with, so that a document's new rows can be before its old ones go. */
export function buildSchema(dimensions: number): Schema {
  return new Schema([
    new Field('id', new Utf8(), false),
    new Field('document_id', new Utf8(), false),
    new Field('generation', new Utf8(), false),
    new Field('terms', new Utf8(), false),
    new Field('record', new Binary(), false),
    new Field('vector', vectorType(dimensions), false),
  ]);
}

export const candidateColumns = ['record'];

function vectorType(dimensions: number): FixedSizeList<Float32> {
  return new FixedSizeList(dimensions, new Field('item', new Float32(), true));
}

/** The rows as one Arrow table: the engine's own conversion of objects is several times slower. */
export function buildRows(chunks: IndexedChunk[], generation: string, dimensions: number): Table {
  const strings = (values: string[]) => vectorFromArray(values, new Utf8()).data[0]!;
  const vectors = new Float32Array(chunks.length * dimensions);
  chunks.forEach((chunk, i) => {
    if (chunk.vector.length !== dimensions) {
      throw new Error(`Chunk ${chunk.id}: ${chunk.vector.length} dimensions, the index has ${dimensions}`);
    }
    vectors.set(chunk.vector, i * dimensions);
  });
  const schema = buildSchema(dimensions);
  const data = makeData({
    type: new Struct(schema.fields),
    length: chunks.length,
    nullCount: 0,
    children: [
      strings(chunks.map((chunk) => chunk.id)),
      strings(chunks.map((chunk) => chunk.documentId)),
      strings(chunks.map(() => generation)),
      strings(chunks.map((chunk) => chunk.terms)),
      buildBinary(chunks.map(encodeRecord)),
      makeData({
        type: vectorType(dimensions),
        length: chunks.length,
        nullCount: 0,
        child: makeData({ type: new Float32(), length: vectors.length, nullCount: 0, data: vectors }),
      }),
    ],
  });
  return new Table(schema, new RecordBatch(schema, data));
}

function buildBinary(values: Uint8Array[]) {
  const offsets = new Int32Array(values.length + 1);
  values.forEach((value, i) => {
    offsets[i + 1] = offsets[i]! + value.length;
  });
  const bytes = new Uint8Array(offsets[values.length]!);
  values.forEach((value, i) => {
    bytes.set(value, offsets[i]);
  });
  return makeData({
    type: new Binary(),
    length: values.length,
    nullCount: 0,
    valueOffsets: offsets,
    data: bytes,
  });
}

/** What an Arrow table gives; narrower than the library's own types, which change between its versions. */
type Rows = { numRows: number; getChild: (name: string) => { get: (row: number) => unknown } | null };

export function readCandidates(rows: Rows): ChunkCandidate[] {
  const records = rows.getChild('record')!;
  return Array.from({ length: rows.numRows }, (_, row) => decodeRecord(records.get(row) as Uint8Array));
}

/** The SQL condition of a filter, or undefined where everything may be found. */
export function buildCondition({ documentIds, excludedDocumentIds, excludedChunkIds }: ChunkFilter = {}) {
  const conditions: string[] = [];
  if (documentIds !== undefined) conditions.push(isIn('document_id', documentIds));
  if (excludedDocumentIds?.length) conditions.push(`NOT (${isIn('document_id', excludedDocumentIds)})`);
  if (excludedChunkIds?.length) conditions.push(`NOT (${isIn('id', excludedChunkIds)})`);
  return conditions.length > 0 ? conditions.join(' AND ') : undefined;
}

export function isIn(column: string, values: string[]): string {
  return values.length === 0 ? 'false' : `${column} IN (${values.map(quote).join(', ')})`;
}

export function quote(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
