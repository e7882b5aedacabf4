/**
 * What a family of embedding models wants before a text, as their model cards say. Without it their
 * retrieval quality falls visibly; families that are not listed were trained without.
 */
const families: { pattern: RegExp; query: string; document: string }[] = [
  // https://huggingface.co/intfloat/multilingual-e5-large (the instruct variant differs)
  {
    pattern: /e5-.*instruct/i,
    query: 'Instruct: Given a question, retrieve passages that answer it\nQuery: ',
    document: '',
  },
  { pattern: /(^|[/-])e5-(small|base|large)/i, query: 'query: ', document: 'passage: ' },
  // https://huggingface.co/nomic-ai/nomic-embed-text-v1.5
  { pattern: /nomic-embed-text/i, query: 'search_query: ', document: 'search_document: ' },
  // https://huggingface.co/Qwen/Qwen3-Embedding-0.6B
  {
    pattern: /qwen3-embedding/i,
    query: 'Instruct: Given a question, retrieve passages that answer it\nQuery: ',
    document: '',
  },
  // https://huggingface.co/google/embeddinggemma-300m
  { pattern: /embeddinggemma/i, query: 'task: search result | query: ', document: 'title: none | text: ' },
  // https://huggingface.co/mixedbread-ai/mxbai-embed-large-v1, https://huggingface.co/BAAI/bge-large-en-v1.5
  {
    pattern: /mxbai-embed|bge-(small|base|large)-en|arctic-embed-(xs|s|m|l)\b/i,
    query: 'Represent this sentence for searching relevant passages: ',
    document: '',
  },
];

/** The words to put before a text of this kind; the empty string for most models. */
export function embeddingPrompt(modelName: string, kind: 'query' | 'document'): string {
  return families.find((family) => family.pattern.test(modelName))?.[kind] ?? '';
}
