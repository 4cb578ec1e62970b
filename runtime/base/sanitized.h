/* SANITIZED: whether a sanitizer watches the ends of what malloc gives out; then memory is not recycled. */
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED true
#endif
#endif
#ifndef SANITIZED
#define SANITIZED false
#endif
