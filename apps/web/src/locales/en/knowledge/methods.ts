import { chunkMethodNames } from '@lectern/contract';

const names = chunkMethodNames.en;

/** Chunk methods and their options: what each does, and what it is for. */
export const methodTexts = {
  methods: {
    naive: {
      name: names.naive,
      description:
        'Follows the text in reading order and cuts at the best place before the token number is reached: between paragraphs, else between sentences. Tables stay whole where they fit.',
      use: 'Most documents, and whenever you are not sure.',
    },
    book: {
      name: names.book,
      description:
        'Follows parts and chapters: a chunk never mixes two of them and carries the headings above it. Contents pages are left out of the text.',
      use: 'Long works with chapters: reports, handbooks, books.',
    },
    laws: {
      name: names.laws,
      description:
        'One article a chunk, with the title, chapter and section it stands under. French, English and Chinese numbering is recognised, also where it is plain text.',
      use: 'Bylaws, statutes, contracts: whatever is cited by its article.',
    },
    manual: {
      name: names.manual,
      description:
        'Cuts along the outline at the level that fits. The steps of a procedure, their warnings, tables and figures stay together in their section, with captions.',
      use: 'Technical manuals, instructions, procedures.',
    },
    paper: {
      name: names.paper,
      description:
        'Reads title, authors and abstract, keeps the abstract in one chunk, and cuts the rest by its sections, columns in reading order.',
      use: 'Scientific articles.',
    },
    presentation: {
      name: names.presentation,
      description: 'One slide a chunk, with its picture, its title and its notes.',
      use: 'Slide decks, and PDFs made from them.',
    },
    qa: {
      name: names.qa,
      description:
        'One pair a chunk. A reader’s question is compared with the question; the answer is what is quoted.',
      use: 'Question lists in two columns, or questions as headings above their answers.',
    },
    resume: {
      name: names.resume,
      description:
        'Reads name, contact, jobs, degrees and skills into fields. Every job and degree becomes a chunk that also names the person.',
      use: 'Applications: one person a file.',
    },
    table: {
      name: names.table,
      description:
        'One row a chunk, each value beside the name of its column. Numbers, dates and yes or no are recognised, so that questions can count and compare them.',
      use: 'Registers, price lists, inventories: sheets with a header row.',
    },
    picture: {
      name: names.picture,
      description:
        'The text found on the picture, with the picture itself. A model that sees describes it as well.',
      use: 'Photos, diagrams, single scanned pages.',
    },
    one: {
      name: names.one,
      description: 'The whole document becomes a single chunk.',
      use: 'Short texts that only make sense in full.',
    },
    knowledge_graph: {
      name: names.knowledge_graph,
      description:
        'Cuts like General, and draws the people, organisations, places and events of the text into a graph with what connects them.',
      use: 'Questions about how things hang together across many documents.',
    },
    email: {
      name: names.email,
      description:
        'Keeps sender, date and subject with the message; what is quoted below and what is attached are cut apart.',
      use: 'Mails and exported mailboxes.',
    },
    audio: {
      name: names.audio,
      description:
        'What is said, cut at pauses, with the time at which it is said. Needs a model that hears.',
      use: 'Recorded meetings, calls and lectures.',
    },
  },
  options: {
    chunkTokenNumber: {
      label: 'Chunk token number',
      description: 'Most tokens of a chunk; a token is about four letters of English',
    },
    delimiter: {
      label: 'Delimiter',
      description:
        'Characters after which text may be cut; what stands between back-ticks always begins a new chunk',
    },
    chunkOverlap: {
      label: 'Chunk overlap',
      description: 'Tokens from the end of a chunk that are repeated at the head of the next',
    },
    excelToHtml: {
      label: 'Excel to HTML',
      description: 'Rows of sheets become HTML tables instead of lines of “column: value”',
    },
    groupByPage: {
      label: 'Group by page',
      description: 'A chunk never crosses a page',
    },
    groupBy: {
      label: 'Group by',
      description: 'What makes one chunk; what is longer than the token number is cut further',
      choices: { article: 'Article', section: 'Section', chapter: 'Chapter' },
    },
    keepReferences: {
      label: 'Keep the references',
      description: 'The list of references becomes chunks of its own; off: it is left out',
    },
    includeNotes: {
      label: 'Include notes',
      description: 'What the speaker wrote below a slide goes with it',
    },
    columnsLeftOut: {
      label: 'Columns left out',
      description:
        'Columns that stay out of the text of rows, such as internal numbers; press Enter after each',
    },
    quotedHistory: {
      label: 'Quoted mails',
      description: 'What is quoted from earlier mails',
      choices: { apart: 'In chunks of their own', leave_out: 'Left out' },
    },
    trimSignatures: {
      label: 'Leave out signatures',
      description: 'What stands below two dashes, and lines such as “Sent from my phone”',
    },
    windowSeconds: {
      label: 'Seconds of a chunk',
      description: 'Most seconds that a chunk lasts; 0: as long as the token number allows',
    },
  },
};
