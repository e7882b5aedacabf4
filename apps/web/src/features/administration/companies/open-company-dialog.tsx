import type { ManagedCompany } from '@lectern/contract';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

/** Above the details, from which it may have been asked for. */
const zIndex = 300;

/** Opens a dialog about a company; its body gets the way to close it. */
export function openCompanyDialog(
  company: ManagedCompany,
  title: string,
  body: (company: ManagedCompany, close: () => void) => ReactNode,
): void {
  const id = modals.open({ title, size: 520, zIndex, children: body(company, () => modals.close(id)) });
}
