import {
  IconBook2,
  IconBraces,
  IconFile,
  IconFileText,
  IconFileTypeCsv,
  IconFileTypeDoc,
  IconFileTypeHtml,
  IconFileTypePdf,
  IconFileTypePpt,
  IconFileTypeTxt,
  IconFileTypeXls,
  IconMail,
  IconMarkdown,
  type TablerIcon,
} from '@tabler/icons-react';

const icons: Record<string, TablerIcon> = {
  pdf: IconFileTypePdf,
  doc: IconFileTypeDoc,
  docx: IconFileTypeDoc,
  odt: IconFileTypeDoc,
  rtf: IconFileText,
  xls: IconFileTypeXls,
  xlsx: IconFileTypeXls,
  ods: IconFileTypeXls,
  csv: IconFileTypeCsv,
  tsv: IconFileTypeCsv,
  ppt: IconFileTypePpt,
  pptx: IconFileTypePpt,
  odp: IconFileTypePpt,
  html: IconFileTypeHtml,
  htm: IconFileTypeHtml,
  md: IconMarkdown,
  markdown: IconMarkdown,
  txt: IconFileTypeTxt,
  text: IconFileTypeTxt,
  json: IconBraces,
  jsonl: IconBraces,
  eml: IconMail,
  epub: IconBook2,
};

/** The icon of a format, or of the extension where only a file name is known. Decorative: the name says it too. */
export function FormatIcon({ format, name }: { format?: string; name?: string }) {
  const key = format ?? name?.split('.').at(-1)?.toLowerCase() ?? '';
  const Icon = icons[key] ?? IconFile;
  return <Icon size={20} stroke={1.5} color="var(--ink-muted)" aria-hidden="true" style={{ flex: 'none' }} />;
}
