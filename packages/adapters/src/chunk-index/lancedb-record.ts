import type { ChunkCandidate } from '@lectern/retrieval';

/**
 * All that scoring needs of a chunk in one value, since the engine pays for every column of every row it fetches. The
 * vector is rounded to 8 bits a number: cosines change by less than 0.001. Little-endian layout:
 * uint16 length of id · uint16 length of document id · uint32 length of profile · float32 scale ·
 * profile, padded to 4 bytes · int8 × dimensions · id · document id (UTF-8).
 */
const headLength = 12;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function encodeRecord({ id, documentId, profile, vector }: ChunkCandidate): Uint8Array {
  const idBytes = encoder.encode(id);
  const documentBytes = encoder.encode(documentId);
  const profileEnd = headLength + padded(profile.length);
  const record = new Uint8Array(profileEnd + vector.length + idBytes.length + documentBytes.length);
  const view = new DataView(record.buffer);
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = largest > 0 ? largest / 127 : 1;
  view.setUint16(0, idBytes.length, true);
  view.setUint16(2, documentBytes.length, true);
  view.setUint32(4, profile.length, true);
  view.setFloat32(8, scale, true);
  record.set(profile, headLength);
  for (let i = 0; i < vector.length; i++) view.setInt8(profileEnd + i, Math.round(vector[i]! / scale));
  record.set(idBytes, profileEnd + vector.length);
  record.set(documentBytes, profileEnd + vector.length + idBytes.length);
  return record;
}

export function decodeRecord(record: Uint8Array): ChunkCandidate {
  // A copy: the bytes are a view into a whole batch, at any offset.
  const bytes = record.slice();
  const view = new DataView(bytes.buffer);
  const idLength = view.getUint16(0, true);
  const documentLength = view.getUint16(2, true);
  const profileLength = view.getUint32(4, true);
  const scale = view.getFloat32(8, true);
  const profileEnd = headLength + padded(profileLength);
  const vectorEnd = bytes.length - idLength - documentLength;
  const rounded = new Int8Array(bytes.buffer, profileEnd, vectorEnd - profileEnd);
  const vector = new Float32Array(rounded.length);
  for (let i = 0; i < rounded.length; i++) vector[i] = rounded[i]! * scale;
  return {
    id: decoder.decode(bytes.subarray(vectorEnd, vectorEnd + idLength)),
    documentId: decoder.decode(bytes.subarray(vectorEnd + idLength)),
    profile: bytes.subarray(headLength, headLength + profileLength),
    vector,
  };
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}
