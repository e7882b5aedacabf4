import { chunkMethodNames } from '@lectern/contract';

const names = chunkMethodNames.en;

/** Chunk methods and their options: what each does, and what it is for. */
export const methodTexts = {
  methods: {
    naive: {
      name: names.naive,
      description:
        'Splits text in reading order at the best place before the token limit: between paragraphs, or else between sentences. Tables stay whole if they fit.',
      use: 'Most documents, and whenever you are unsure.',
    },
    book: {
      name: names.book,
      description:
        'Follows parts and chapters. A chunk never spans two chapters and keeps the headings above it. Tables of contents are left out.',
      use: 'Long documents with chapters: reports, handbooks, books.',
    },
    laws: {
      name: names.laws,
      description:
        'One chunk per article, with its title, chapter and section. Recognises French, English and Chinese numbering, even in plain text.',
      use: 'Bylaws, statutes, contracts: anything cited by article.',
    },
    manual: {
      name: names.manual,
      description:
        'Splits along the outline at the level that fits. Steps, warnings, tables and figures of a procedure stay together, with captions.',
      use: 'Technical manuals, instructions, procedures.',
    },
    paper: {
      name: names.paper,
      description:
        'Extracts title, authors and abstract, keeps the abstract in one chunk, and splits the rest by section in reading order.',
      use: 'Scientific articles.',
    },
    presentation: {
      name: names.presentation,
      description: 'One chunk per slide, with its image, title and notes.',
      use: 'Slide decks and PDFs made from them.',
    },
    qa: {
      name: names.qa,
      description: 'One chunk per question and answer. Searches match the question; the answer is quoted.',
      use: 'Two-column question lists, or questions as headings above their answers.',
    },
    resume: {
      name: names.resume,
      description:
        'Extracts name, contact details, jobs, degrees and skills. Each job and degree becomes a chunk that names the person.',
      use: 'Applications, one person per file.',
    },
    table: {
      name: names.table,
      description:
        'One chunk per row, with each value next to its column name. Numbers, dates and yes/no values are recognised, so questions can count and compare them.',
      use: 'Registers, price lists, inventories: sheets with a header row.',
    },
    picture: {
      name: names.picture,
      description: 'The text in the image, with the image itself. A vision model can describe it too.',
      use: 'Photos, diagrams, single scanned pages.',
    },
    one: {
      name: names.one,
      description: 'The whole document becomes a single chunk.',
      use: 'Short texts that only make sense as a whole.',
    },
    knowledge_graph: {
      name: names.knowledge_graph,
      description:
        'Splits like General, and builds a graph of the people, organisations, places and events in the text and how they relate.',
      use: 'Questions about how things relate across many documents.',
    },
    email: {
      name: names.email,
      description:
        'Keeps sender, date and subject with the message. Quoted text and attachments become separate chunks.',
      use: 'Emails and exported mailboxes.',
    },
    audio: {
      name: names.audio,
      description: 'A transcript split at pauses, with timestamps. Needs a speech-to-text model.',
      use: 'Recorded meetings, calls and lectures.',
    },
  },
  options: {
    chunkTokenNumber: {
      label: 'Chunk token number',
      description: 'Maximum number of tokens per chunk. A token is about four English letters',
    },
    delimiter: {
      label: 'Delimiter',
      description:
        'Characters after which text may be split. A delimiter in backticks always starts a new chunk',
    },
    chunkOverlap: {
      label: 'Chunk overlap',
      description: 'Tokens from the end of a chunk that are repeated at the start of the next',
    },
    excelToHtml: {
      label: 'Excel to HTML',
      description: 'Turns spreadsheet rows into HTML tables instead of “column: value” lines',
    },
    groupByPage: {
      label: 'Group by page',
      description: 'A chunk never spans two pages',
    },
    groupBy: {
      label: 'Group by',
      description: 'The unit of one chunk. Longer units are split at the token limit',
      choices: { article: 'Article', section: 'Section', chapter: 'Chapter' },
    },
    keepReferences: {
      label: 'Keep references',
      description: 'Turns the list of references into separate chunks. If off, it is left out',
    },
    includeNotes: {
      label: 'Include notes',
      description: 'Adds the speaker notes to each slide',
    },
    columnsLeftOut: {
      label: 'Excluded columns',
      description: 'Columns to leave out of the text, such as internal numbers. Press Enter after each',
    },
    quotedHistory: {
      label: 'Quoted emails',
      description: 'How to handle text quoted from earlier emails',
      choices: { apart: 'Separate chunks', leave_out: 'Left out' },
    },
    trimSignatures: {
      label: 'Leave out signatures',
      description: 'Removes text below two dashes, and lines such as “Sent from my phone”',
    },
    windowSeconds: {
      label: 'Seconds per chunk',
      description: 'Maximum length of a chunk in seconds. 0 means no limit other than tokens',
    },
  },
};
