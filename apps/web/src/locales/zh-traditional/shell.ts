import type { shell as english } from '../en/shell.ts';
import type { Texts } from '../texts.ts';

export const shell: Texts<typeof english> = {
  productName: 'Lectern',
};
