/** Groups an Indian number as people write it: `+91 98765 43210`. */
export const groupDigits = (phoneNumber: string): string =>
  phoneNumber.replace(/^\+91(\d{5})(\d{5})$/, '+91 $1 $2');
