import type { Message } from '@lectern/contract';
import { useState } from 'react';

export type NamedDocument = Message['documents'][number];

/** The documents that the next question is limited to. */
export function useNamedDocuments(assistantId: string) {
  const [documents, setDocuments] = useState<NamedDocument[]>([]);
  return {
    assistantId,
    documents,
    add: ({ id, name }: NamedDocument) =>
      setDocuments((before) => [...before.filter((other) => other.id !== id), { id, name }]),
    remove: (id: string) => setDocuments((before) => before.filter((other) => other.id !== id)),
    clear: () => setDocuments([]),
  };
}

export type NamedDocuments = ReturnType<typeof useNamedDocuments>;
