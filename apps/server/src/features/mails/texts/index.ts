import type { Language } from '@lectern/contract';
import type { MailTexts } from '../mail-text.ts';
import { en } from './en.ts';

export const mailTexts: Record<Language, MailTexts> = { en, fr: en, zh: en, 'zh-TRADITIONAL': en };
