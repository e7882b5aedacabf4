import { getCompanyLimits, listAssistantRights, listCompanyAudit, listMembers } from '@lectern/contract';

/** What shows something else once the people of the company, or what they may do, have changed. */
export const memberQueries = [listMembers, getCompanyLimits, listAssistantRights, listCompanyAudit];
