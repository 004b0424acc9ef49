print("A sample.")
