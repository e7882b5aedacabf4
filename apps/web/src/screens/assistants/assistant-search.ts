import { insightPeriods } from '@lectern/contract';
import { readText } from '../define-screen.ts';

/** The assistant that its sections belong to. */
function readAssistantSearch(input: Record<string, unknown>): { id: string } {
  return { id: readText(input.id) ?? '' };
}

export function readCuratedSearch(input: Record<string, unknown>): {
  id: string;
  search?: string;
  page?: number;
} {
  const page = Number(readText(input.page));
  return {
    ...readAssistantSearch(input),
    search: readText(input.search),
    page: Number.isSafeInteger(page) && page >= 1 ? page : undefined,
  };
}

export function readInsightsSearch(input: Record<string, unknown>): { id: string; days?: number } {
  const days = Number(readText(input.days));
  return { ...readAssistantSearch(input), days: insightPeriods.find((period) => period === days) };
}

const websiteViews = ['settings', 'conversations'] as const;
export type WebsiteView = (typeof websiteViews)[number];

export function readWebsiteSearch(input: Record<string, unknown>): {
  id: string;
  widget?: string;
  view?: WebsiteView;
  conversation?: string;
  search?: string;
  page?: number;
} {
  const { search, page } = readCuratedSearch(input);
  return {
    ...readAssistantSearch(input),
    widget: readText(input.widget),
    view: websiteViews.find((view) => view === input.view),
    conversation: readText(input.conversation),
    search,
    page,
  };
}

export function readAnswerRunSearch(input: Record<string, unknown>): { id: string; run?: string } {
  return { ...readAssistantSearch(input), run: readText(input.run) };
}
