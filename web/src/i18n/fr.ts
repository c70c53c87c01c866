// SPDX-License-Identifier: MIT
import { en, type Words } from './en';

export const fr: Words = { ...en, code: 'fr' };
