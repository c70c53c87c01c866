// SPDX-License-Identifier: MIT
import { en, type Words } from './en';

export const hu: Words = { ...en, code: 'hu' };
