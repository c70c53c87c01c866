// SPDX-License-Identifier: MIT
import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';

mount(App, { target: document.getElementById('app')! });

// The shell works without a network; only where browsers allow it (loopback or an encrypted connection).
if (import.meta.env.PROD && 'serviceWorker' in navigator && isSecureContext)
    addEventListener('load', () => void navigator.serviceWorker.register('./sw.js').catch(() => undefined));
