import { readText } from '../define-screen.ts';
import { readCount } from '../knowledge/knowledge-search.ts';

const sorts = ['name', 'created_at', 'size'] as const;
const directions = ['asc', 'desc'] as const;

export type FilesSearch = {
  folder?: string;
  search?: string;
  /** Files that were uploaded straight into knowledge bases. */
  shelf?: 'base';
  /** Only files of this knowledge base. */
  base?: string;
  sort?: (typeof sorts)[number];
  direction?: (typeof directions)[number];
  page?: number;
  /** The file that is opened. */
  file?: string;
};

export function readFilesSearch(input: Record<string, unknown>): FilesSearch {
  return {
    folder: readText(input.folder),
    search: readText(input.search),
    shelf: input.shelf === 'base' ? 'base' : undefined,
    base: readText(input.base),
    sort: sorts.find((sort) => sort === input.sort),
    direction: directions.find((direction) => direction === input.direction),
    page: readCount(input.page),
    file: readText(input.file),
  };
}
