import type { Language } from '@lectern/contract';
import type { MailTexts } from '../mail-text.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import { zh } from './zh.ts';
import { zhTraditional } from './zh-traditional.ts';

export const mailTexts: Record<Language, MailTexts> = { en, fr, zh, 'zh-TRADITIONAL': zhTraditional };
