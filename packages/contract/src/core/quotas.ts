/** The limits of a package. Null means unlimited. */
export const quotas = {
  users: { packageField: 'maxUsers', unit: 'count' },
  assistants: { packageField: 'maxChatbots', unit: 'count' },
  knowledgeBases: { packageField: 'maxKbs', unit: 'count' },
  iframes: { packageField: 'maxChatbotIframes', unit: 'count' },
  storage: { packageField: 'maxStorageGb', unit: 'bytes' },
  monthlyRequests: { packageField: 'maxRequests', unit: 'count' },
  yearlyRequests: { packageField: 'yearlyMaxRequests', unit: 'count' },
} as const;

export type QuotaKey = keyof typeof quotas;

export const quotaKeys = Object.keys(quotas) as [QuotaKey, ...QuotaKey[]];
