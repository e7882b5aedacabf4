import type { ErrorDetails } from '../errors.ts';
import type { Language } from '../languages.ts';

const en = {
  required: 'is required',
  text: 'must be text',
  number: 'must be a number',
  whole_number: 'must be a whole number',
  boolean: 'must be true or false',
  list: 'must be a list',
  object: 'must be an object',
  too_short: 'must have at least {limit} characters',
  too_long: 'must have at most {limit} characters',
  too_small: 'must be at least {limit}',
  too_large: 'must be at most {limit}',
  not_above: 'must be greater than {limit}',
  not_below: 'must be less than {limit}',
  too_few: 'must have at least {limit} items',
  too_many: 'must have at most {limit} items',
  email: 'must be a valid e-mail address',
  link: 'must be a valid link',
  id: 'must be an ID',
  date: 'must be a date such as 2026-01-31',
  time: 'must be a time such as 2026-01-31T12:00:00Z',
  not_allowed: 'must be one of: {allowed}',
  unknown: 'is not a field of this call',
  control_character: 'contains a character that cannot be stored',
  invisible_character:
    'contains invisible characters, mixed alphabets or characters that change the writing direction',
  email_as_name: 'must not be an e-mail address',
  repeated: 'must not be repeated',
  page_range_order: 'must be greater than “from”',
  page_range_overlap: 'must be greater than the previous “to”',
  too_complex: 'holds too many values',
  invalid: 'is not valid',
} as const;

export type FieldReason = keyof typeof en;

const fr: Record<FieldReason, string> = {
  required: 'est obligatoire',
  text: 'doit être un texte',
  number: 'doit être un nombre',
  whole_number: 'doit être un nombre entier',
  boolean: 'doit valoir true ou false',
  list: 'doit être une liste',
  object: 'doit être un objet',
  too_short: 'doit compter au moins {limit} caractères',
  too_long: 'doit compter au plus {limit} caractères',
  too_small: 'doit être au moins {limit}',
  too_large: 'doit être au plus {limit}',
  not_above: 'doit être supérieur à {limit}',
  not_below: 'doit être inférieur à {limit}',
  too_few: 'doit compter au moins {limit} éléments',
  too_many: 'doit compter au plus {limit} éléments',
  email: 'doit être une adresse e-mail valide',
  link: 'doit être un lien valide',
  id: 'doit être un identifiant',
  date: 'doit être une date comme 2026-01-31',
  time: 'doit être une heure comme 2026-01-31T12:00:00Z',
  not_allowed: 'doit être l’une de ces valeurs : {allowed}',
  unknown: 'n’est pas un champ de cet appel',
  control_character: 'contient un caractère qui ne peut pas être enregistré',
  invisible_character:
    'contient des caractères invisibles, des alphabets mélangés ou des caractères qui changent le sens de l’écriture',
  email_as_name: 'ne doit pas être une adresse e-mail',
  repeated: 'ne doit pas être répété',
  page_range_order: 'doit être supérieur à « from »',
  page_range_overlap: 'doit être supérieur au « to » précédent',
  too_complex: 'contient trop de valeurs',
  invalid: 'n’est pas valide',
};

const zh: Record<FieldReason, string> = {
  required: '为必填项',
  text: '必须是文本',
  number: '必须是数字',
  whole_number: '必须是整数',
  boolean: '必须是 true 或 false',
  list: '必须是列表',
  object: '必须是对象',
  too_short: '至少需要 {limit} 个字符',
  too_long: '最多 {limit} 个字符',
  too_small: '不能小于 {limit}',
  too_large: '不能大于 {limit}',
  not_above: '必须大于 {limit}',
  not_below: '必须小于 {limit}',
  too_few: '至少需要 {limit} 项',
  too_many: '最多 {limit} 项',
  email: '必须是有效的电子邮箱地址',
  link: '必须是有效的链接',
  id: '必须是 ID',
  date: '必须是日期，例如 2026-01-31',
  time: '必须是时间，例如 2026-01-31T12:00:00Z',
  not_allowed: '必须是以下之一：{allowed}',
  unknown: '不是此调用的字段',
  control_character: '包含无法保存的字符',
  invisible_character: '包含不可见字符、混用的字母或改变书写方向的字符',
  email_as_name: '不能是电子邮箱地址',
  repeated: '不能重复',
  page_range_order: '必须大于“from”',
  page_range_overlap: '必须大于上一个“to”',
  too_complex: '包含的值过多',
  invalid: '无效',
};

const zhTraditional: Record<FieldReason, string> = {
  required: '為必填項',
  text: '必須是文字',
  number: '必須是數字',
  whole_number: '必須是整數',
  boolean: '必須是 true 或 false',
  list: '必須是清單',
  object: '必須是物件',
  too_short: '至少需要 {limit} 個字元',
  too_long: '最多 {limit} 個字元',
  too_small: '不能小於 {limit}',
  too_large: '不能大於 {limit}',
  not_above: '必須大於 {limit}',
  not_below: '必須小於 {limit}',
  too_few: '至少需要 {limit} 項',
  too_many: '最多 {limit} 項',
  email: '必須是有效的電子郵件地址',
  link: '必須是有效的連結',
  id: '必須是 ID',
  date: '必須是日期，例如 2026-01-31',
  time: '必須是時間，例如 2026-01-31T12:00:00Z',
  not_allowed: '必須是以下之一：{allowed}',
  unknown: '不是此呼叫的欄位',
  control_character: '包含無法儲存的字元',
  invisible_character: '包含不可見字元、混用的字母或改變書寫方向的字元',
  email_as_name: '不能是電子郵件地址',
  repeated: '不能重複',
  page_range_order: '必須大於「from」',
  page_range_overlap: '必須大於上一個「to」',
  too_complex: '包含的值過多',
  invalid: '無效',
};

const texts: Record<Language, Record<FieldReason, string>> = { en, fr, zh, 'zh-TRADITIONAL': zhTraditional };

/** Why a field was refused, to stand after its name. */
export function fieldText(reason: FieldReason, language: Language, details: ErrorDetails = {}): string {
  return texts[language][reason].replace(/\{(\w+)\}/g, (_, key: string) => String(details[key] ?? ''));
}

export function isFieldReason(text: string): text is FieldReason {
  return text in en;
}
