import type { ManagedCompany } from '@lectern/contract';

/** What can be asked for in the list and in the details alike. */
export type CompanyCommands = {
  onOpen: (company: ManagedCompany) => void;
  onEdit: (company: ManagedCompany) => void;
  onActAs: (company: ManagedCompany) => void;
  onEnable: (company: ManagedCompany) => void;
  onDisable: (company: ManagedCompany) => void;
  onDelete: (company: ManagedCompany) => void;
};
