#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| feeler_fuzz::readers::collada(bytes));
