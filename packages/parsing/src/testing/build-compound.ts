import { burn } from '@kenjiuno/msgreader/lib/Burner.js';

/** A storage by its entries: bytes for a stream, another storage for a storage. */
export type CompoundTree = { [name: string]: Uint8Array | CompoundTree };

const DIRECTORY = 1;
const DOCUMENT = 2;
const ROOT = 5;

/** Builds a compound file: the container of old Office files and of Outlook's. */
export function buildCompound(tree: CompoundTree): Uint8Array {
  const entries: Parameters<typeof burn>[0] = [{ name: 'Root Entry', type: ROOT, length: 0, children: [] }];
  const fill = (storage: CompoundTree, index: number) => {
    for (const [name, content] of Object.entries(storage)) {
      const at = entries.length;
      entries[index]!.children!.push(at);
      if (content instanceof Uint8Array) {
        // The writer takes the whole of a shared buffer for its own.
        const bytes = Uint8Array.from(content);
        entries.push({ name, type: DOCUMENT, length: bytes.length, binaryProvider: () => bytes });
      } else {
        entries.push({ name, type: DIRECTORY, length: 0, children: [] });
        fill(content, at);
      }
    }
  };
  fill(tree, 0);
  return new Uint8Array(burn(entries));
}

const FIB_SIZE = 0x1000;

/** Builds a Word file from before 2007 around its text; paragraphs end with a carriage return. */
export function buildDoc(text: string, flags = 0): Uint8Array {
  const words = Buffer.from(text, 'utf16le');
  const main = Buffer.alloc(FIB_SIZE + words.length);
  main.writeUInt16LE(0xa5ec, 0);
  main.writeUInt16LE(0x0200 | flags, 0x0a);
  main.writeUInt32LE(FIB_SIZE, 0x18);
  main.writeUInt32LE(text.length, 0x4c);
  // Piece table at the start of the table stream; no properties of characters and paragraphs.
  main.writeUInt32LE(0, 0x1a2);
  for (const lengthOfNone of [0xfe, 0x106]) main.writeUInt32LE(4, lengthOfNone);
  words.copy(main, FIB_SIZE);
  const table = Buffer.alloc(5 + 16);
  table.writeUInt8(2, 0);
  table.writeUInt32LE(16, 1);
  table.writeUInt32LE(text.length, 9);
  table.writeUInt32LE(FIB_SIZE, 15);
  return buildCompound({ WordDocument: main, '1Table': table });
}

export type MsgInput = {
  subject: string;
  body?: string;
  html?: Uint8Array;
  /** Code page of the texts; without one they are UTF-16. */
  codePage?: { number: number; encode: (text: string) => Uint8Array };
  attachments?: { name: string; bytes: Uint8Array }[];
};

/** Builds a mail as Outlook saves it. */
export function buildMsg(input: MsgInput): Uint8Array {
  const type = input.codePage ? '001E' : '001F';
  const encode = input.codePage?.encode ?? ((text: string) => Buffer.from(text, 'utf16le'));
  const property = (tag: string, text: string | undefined): CompoundTree =>
    text === undefined ? {} : { [`__substg1.0_${tag}${type}`]: encode(text) };
  const attachments = (input.attachments ?? []).map(({ name, bytes }, index): [string, CompoundTree] => [
    `__attach_version1.0_#${index.toString(16).padStart(8, '0')}`,
    {
      '__properties_version1.0': new Uint8Array(8),
      ...property('3707', name),
      '__substg1.0_37010102': bytes,
    },
  ]);
  return buildCompound({
    '__properties_version1.0': buildProperties(input.codePage?.number),
    ...property('0037', input.subject),
    ...property('0C1A', 'Jürgen'),
    ...property('0C1F', 'a@example.org'),
    ...property('1000', input.body),
    ...(input.html ? { '__substg1.0_10130102': input.html } : {}),
    '__recip_version1.0_#00000000': {
      '__properties_version1.0': buildRecipientProperties(),
      ...property('3001', 'Bea'),
      ...property('3003', 'b@example.org'),
    },
    ...Object.fromEntries(attachments),
  });
}

function buildProperties(codePage: number | undefined): Uint8Array {
  const properties = Buffer.alloc(32 + (codePage === undefined ? 0 : 16));
  if (codePage !== undefined) {
    properties.writeUInt32LE(0x3ffd0003, 32);
    properties.writeUInt32LE(codePage, 40);
  }
  return properties;
}

/** Kind of recipient: to. */
function buildRecipientProperties(): Uint8Array {
  const properties = Buffer.alloc(8 + 16);
  properties.writeUInt32LE(0x0c150003, 8);
  properties.writeUInt32LE(1, 16);
  return properties;
}
