/** What the address says about the list. */
export type AccountsView = {
  search?: string;
  companyId?: string;
  isAdmin?: boolean;
  active?: boolean;
  page: number;
};
