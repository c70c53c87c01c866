// SPDX-License-Identifier: MIT
import { en, type Words } from './en';

export const de: Words = { ...en, code: 'de' };
