export const shell = {
  productName: 'Lectern',
};
