import type { ManagedAccount } from '@lectern/contract';

export type AccountCommands = {
  onModels: (account: ManagedAccount) => void;
  onPromote: (account: ManagedAccount) => void;
  onAdmin: (account: ManagedAccount, isAdmin: boolean) => void;
  onActive: (account: ManagedAccount, active: boolean) => void;
};
