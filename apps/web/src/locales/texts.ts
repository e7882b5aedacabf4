/** The shape of an English catalogue, which every other language must fill. */
export type Texts<T> = { [Key in keyof T]: T[Key] extends string ? string : Texts<T[Key]> };
